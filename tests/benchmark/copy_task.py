"""copy_task.py [STEPS]: what `attn learn copy --curve` does, in PyTorch.

Attention and a linear map learn to give back their input: batches of 32 sequences of 6 vectors of
16 numbers, dropout 0.1 on the weights, Adam with a rate of 0.01, mean squared error. Held-out loss
is taken at twenty points, and both are drawn at the end. For tests/benchmark/learning_peers.py.
"""

import sys

import torch
from torch import nn

BATCH, LENGTH, WIDTH = 32, 6, 16


class Copier(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(3))
        self.out = nn.Linear(WIDTH, WIDTH)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        scores = self.q(x) @ self.k(x).transpose(1, 2) / WIDTH ** 0.5
        return self.out(self.dropout(scores.softmax(-1)) @ self.v(x))


def step(model, optimizer):
    x = torch.randn(BATCH, LENGTH, WIDTH)
    loss = nn.functional.mse_loss(model(x), x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def new_learner():
    model = Copier()
    return model, torch.optim.Adam(model.parameters(), lr=0.01)


def held_out_loss(model, x):
    model.eval()
    with torch.no_grad():
        loss = nn.functional.mse_loss(model(x), x).item()
    model.train()
    return loss


def draw(curve, height=12):
    largest = max(max(losses) for _, *losses in curve)
    for row in range(height, -1, -1):
        line = ""
        for _, training, held_out in curve:
            at = [round(loss / largest * height) == row for loss in (training, held_out)]
            line += " #" if all(at) else " *" if at[0] else " ." if at[1] else "  "
        print(f"{row / height * largest:6.3f} |{line}")


def main(n_steps):
    torch.manual_seed(42)
    model, optimizer = new_learner()
    held_out = torch.randn(256, LENGTH, WIDTH)
    between = max(1, n_steps // 20)
    curve, losses = [], []
    for i in range(n_steps):
        losses.append(step(model, optimizer))
        if (i + 1) % between == 0:
            loss = held_out_loss(model, held_out)
            curve.append((i + 1, sum(losses) / len(losses), loss))
            print(f"{i + 1:5} {curve[-1][1]:.4f} {loss:.4f}")
            losses = []
    draw(curve)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
