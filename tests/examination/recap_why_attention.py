"""Recap: from the RNN to attention."""
from model import Exercise

E = Exercise("recap-why-attention", 15)


def prepare(g):
    g.steps = int(g.steps)


E.field("gradient_left", lambda g, a: g.factor ** g.steps)
for name, right in (("vanishing", "learning"), ("one_state", "crowded"), ("serial", "states"),
                    ("value_role", "text")):
    E.field(name, lambda g, a, right=right: right)
E.field("score_spread", lambda g, a: g.d_k ** 0.5)
for name, right in (("why_scale", "spread"), ("why_heads", "patterns"),
                    ("why_positions", "order"), ("doubled", "scores"), ("residual", "path"),
                    ("feed_forward", "each"), ("decoder_mask", "copy")):
    E.field(name, lambda g, a, right=right: right)


def left(name, answer, what, says, **more):
    E.wrong(name, "gradient_left", lambda g, a: answer(g), what, says, **more)


left("times", lambda g: g.factor * g.steps, "factor times steps", r"multipl")
left("linear", lambda g: 1 - g.steps * (1 - g.factor), "the same off at each step", r"same amount")
left("lost", lambda g: 1 - g.factor ** g.steps, "what is lost", r"lost")
left("one_less", lambda g: g.factor ** (g.steps - 1), "one step too few", r"few|many")
left("one_more", lambda g: g.factor ** (g.steps + 1), "one step too many", r"few|many")
left("shared", lambda g: g.factor / g.steps, "divided by the steps", r"divid|shar")
left("one_step", lambda g: g.factor, "one step only", r"one step")
left("nothing", lambda g: 0.0, "nothing at all", r"never quite|\b0\b")
left("grown", lambda g: g.factor ** -g.steps, "divided each time", r"grown|divid")
left("all", lambda g: 1.0, "as large as before", r"1|all|smaller", rare=True)
left("square", lambda g: g.factor ** 2, "two steps", r"step", rare=True)
left("half", lambda g: g.factor ** (g.steps / 2), "half the steps", r"half|step", rare=True)


def spread(name, answer, what, says, **more):
    E.wrong(name, "score_spread", lambda g, a: answer(g), what, says, **more)


spread("variance", lambda g: g.d_k, "the variance", r"variance")
spread("scaled", lambda g: 1.0, "after the division", r"after|already|divided")
spread("upside", lambda g: g.d_k ** -0.5, "1/√d_k", r"less than|upside|divid")
spread("square", lambda g: g.d_k ** 2, "squared", r"squar|once")
spread("half", lambda g: g.d_k / 2, "half of d_k", r"half")
spread("mean", lambda g: 0.0, "the mean", r"mean")
spread("cube", lambda g: g.d_k ** (1 / 3), "the cube root", r"root", rare=True)

E.choices("vanishing", "speed state growth")
E.choices("one_state", "longer more_states")
E.choices("serial", "batch inputs numbers")
E.choices("value_role", "typed keywords match")
E.choices("why_scale", "sum range work")
E.choices("why_heads", "cheaper parts")
E.choices("why_positions", "near far")
E.choices("doubled", "projections parameters state")
E.choices("residual", "norm order")
E.choices("feed_forward", "mixes linear")
E.choices("decoder_mask", "padding far")
