#include <algorithm>

#include "network/layers/layers.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {
namespace {

// The hidden states of all tokens but the last of each sequence, against the gradients of all but
// the first: dW_h += Σ over t of h_(t−1)ᵀ da_t. Dealt out by columns, as Linear does.
template <class Real>
void add_recurrent_gradients(Workers& workers, std::size_t n, Rows<const Real> H,
                             Rows<const Real> dA, Parameter<Real> W_h, Parameter<Real> b_h) {
  const Rows<Real> dW = W_h.gradient();
  const double work = 2.0 * static_cast<double>(H.n_rows) * static_cast<double>(dW.size());
  const std::size_t pieces = n_pieces(work, dW.n_cols / 16);
  workers.share(pieces, [&](std::size_t i, unsigned) {
    const WorkPiece piece = piece_of(dW.n_cols, pieces, i, 16);
    for (std::size_t t = 1; t < n; ++t)
      Products<Real>::atb(H.every(n, t - 1), dA.every(n, t).columns(piece.first, piece.count),
                          dW.columns(piece.first, piece.count), Into::add);
    Real* db = b_h.gradient().data;
    in_vectors([&] {
      for (std::size_t k = 0; k < dA.n_rows; ++k)
        for (std::size_t j = piece.first; j < piece.first + piece.count; ++j) db[j] += dA(k, j);
    });
  });
}

// A += b, and += h_(t−1) W_h from the second token on.
template <class Real>
void add_recurrence(Rows<Real> A, Rows<const Real> before, Parameter<Real> W_h,
                    Parameter<Real> b_h) {
  const Real* b = b_h.value().data;
  for (std::size_t s = 0; s < A.n_rows; ++s)
    for (std::size_t j = 0; j < A.n_cols; ++j) A(s, j) += b[j];
  if (before.data != nullptr) Products<Real>::ab(before, W_h.value(), A, Into::add);
}

// task(first, count) for pieces of the sequences: each goes its own way through time.
template <class Task>
void for_pieces_of_sequences(Workers& workers, std::size_t n_sequences, double work,
                             const Task& task) {
  const std::size_t pieces = n_pieces(work, n_sequences / 8);
  workers.share(pieces, [&](std::size_t i, unsigned) {
    const WorkPiece piece = piece_of(n_sequences, pieces, i, 8);
    task(piece.first, piece.count);
  });
}

template <class Real>
double recurrent_work(Rows<const Real> X, Parameter<Real> W_h) {
  return 2.0 * static_cast<double>(X.n_rows) * static_cast<double>(W_h.value().size());
}

}  // namespace

template <class Real>
void RnnLayer<Real>::forward(Workers& workers, std::size_t n, Rows<const Real> X,
                             Kept& kept) const {
  const std::size_t d = W_h.value().n_rows;
  kept.H.resize(X.n_rows * d);
  const Rows<Real> H{kept.H.data(), X.n_rows, d};
  Linear<Real>{W_x, b_x}.forward(workers, X, H);
  const auto through_time = [&](std::size_t first, std::size_t count) {
    const Rows<Real> own = H.rows(first * n, count * n);
    for (std::size_t t = 0; t < n; ++t) {
      const Rows<Real> h = own.every(n, t);
      add_recurrence<Real>(h, t == 0 ? Rows<Real>() : own.every(n, t - 1), W_h, b_h);
      in_vectors([&] {
        for (std::size_t s = 0; s < count; ++s)
          for (std::size_t j = 0; j < d; ++j) h(s, j) = elementary::tanh(h(s, j));
      });
    }
  };
  for_pieces_of_sequences(workers, X.n_rows / n, recurrent_work(X, W_h), through_time);
}

template <class Real>
void RnnLayer<Real>::backward(Workers& workers, std::size_t n, Rows<const Real> X, Kept& kept,
                              Rows<Real> dH, Rows<Real> dX) const {
  const std::size_t d = W_h.value().n_rows;
  kept.dA.resize(kept.H.size());
  const Rows<Real> H{kept.H.data(), X.n_rows, d}, dA{kept.dA.data(), X.n_rows, d};
  const auto back_through_time = [&](std::size_t first, std::size_t count) {
    const std::size_t top = first * n, rows = count * n;
    for (std::size_t t = n; t-- > 0;) {
      const Rows<Real> h = H.rows(top, rows).every(n, t), dh = dH.rows(top, rows).every(n, t),
                       da = dA.rows(top, rows).every(n, t);
      in_vectors([&] {
        for (std::size_t s = 0; s < count; ++s)
          for (std::size_t j = 0; j < d; ++j) da(s, j) = dh(s, j) * (1 - h(s, j) * h(s, j));
      });
      if (t > 0)
        Products<Real>::abt(da, W_h.value(), dH.rows(top, rows).every(n, t - 1), Into::add);
    }
  };
  for_pieces_of_sequences(workers, X.n_rows / n, recurrent_work(X, W_h), back_through_time);
  add_recurrent_gradients<Real>(workers, n, H, dA, W_h, b_h);
  Linear<Real>{W_x, b_x}.backward(workers, X, dA, dX);
}

namespace {

// The gates of one token of some sequences, and the cell that they leave.
template <class Real>
void open_gates(Rows<Real> gates, Rows<const Real> cell_before, Rows<Real> cell, Rows<Real> h) {
  const std::size_t d = cell.n_cols;
  for (std::size_t s = 0; s < cell.n_rows; ++s) {
    Real *i = gates.row(s), *f = i + d, *g = f + d, *o = g + d;
    for (std::size_t j = 0; j < d; ++j) {
      i[j] = elementary::sigmoid(i[j]);
      f[j] = elementary::sigmoid(f[j]);
      g[j] = elementary::tanh(g[j]);
      o[j] = elementary::sigmoid(o[j]);
      const Real kept = cell_before.data == nullptr ? Real(0) : f[j] * cell_before(s, j);
      cell(s, j) = kept + i[j] * g[j];
      h(s, j) = o[j] * elementary::tanh(cell(s, j));
    }
  }
}

// The same backwards: d_cell comes from the token after and goes to the token before.
template <class Real>
void open_gates_backward(Rows<const Real> gates, Rows<const Real> cell_before,
                         Rows<const Real> cell, Rows<const Real> dh, Rows<Real> d_cell,
                         Rows<Real> d_gates) {
  const std::size_t d = cell.n_cols;
  for (std::size_t s = 0; s < cell.n_rows; ++s) {
    const Real *i = gates.row(s), *f = i + d, *g = f + d, *o = g + d;
    Real *di = d_gates.row(s), *df = di + d, *dg = df + d, *d_out = dg + d;
    for (std::size_t j = 0; j < d; ++j) {
      const Real bent = elementary::tanh(cell(s, j));
      const Real dc = d_cell(s, j) + dh(s, j) * o[j] * (1 - bent * bent);
      const Real before = cell_before.data == nullptr ? Real(0) : cell_before(s, j);
      d_out[j] = dh(s, j) * bent * o[j] * (1 - o[j]);
      di[j] = dc * g[j] * i[j] * (1 - i[j]);
      df[j] = dc * before * f[j] * (1 - f[j]);
      dg[j] = dc * i[j] * (1 - g[j] * g[j]);
      d_cell(s, j) = dc * f[j];
    }
  }
}

}  // namespace

template <class Real>
void LstmLayer<Real>::forward(Workers& workers, std::size_t n, Rows<const Real> X,
                              Kept& kept) const {
  const std::size_t d = W_h.value().n_rows;
  kept.H.resize(X.n_rows * d);
  kept.C.resize(X.n_rows * d);
  kept.gates.resize(X.n_rows * 4 * d);
  const Rows<Real> H{kept.H.data(), X.n_rows, d}, C{kept.C.data(), X.n_rows, d},
      gates{kept.gates.data(), X.n_rows, 4 * d};
  Linear<Real>{W_x, b_x}.forward(workers, X, gates);
  const auto through_time = [&](std::size_t first, std::size_t count) {
    const std::size_t top = first * n, rows = count * n;
    for (std::size_t t = 0; t < n; ++t) {
      const auto at = [&](Rows<Real> all, std::size_t place) {
        return all.rows(top, rows).every(n, place);
      };
      const Rows<Real> none;
      add_recurrence<Real>(at(gates, t), t == 0 ? none : at(H, t - 1), W_h, b_h);
      const Rows<Real> before = t == 0 ? none : at(C, t - 1);
      in_vectors([&] { open_gates<Real>(at(gates, t), before, at(C, t), at(H, t)); });
    }
  };
  for_pieces_of_sequences(workers, X.n_rows / n, recurrent_work(X, W_h), through_time);
}

template <class Real>
void LstmLayer<Real>::backward(Workers& workers, std::size_t n, Rows<const Real> X, Kept& kept,
                               Rows<Real> dH, Rows<Real> dX) const {
  const std::size_t d = W_h.value().n_rows;
  kept.d_gates.resize(kept.gates.size());
  kept.d_cell.assign(X.n_rows / n * d, Real(0));
  const Rows<Real> H{kept.H.data(), X.n_rows, d}, C{kept.C.data(), X.n_rows, d},
      gates{kept.gates.data(), X.n_rows, 4 * d}, d_gates{kept.d_gates.data(), X.n_rows, 4 * d},
      d_cell{kept.d_cell.data(), X.n_rows / n, d};
  const auto back_through_time = [&](std::size_t first, std::size_t count) {
    const auto at = [&](Rows<Real> all, std::size_t place) {
      return all.rows(first * n, count * n).every(n, place);
    };
    for (std::size_t t = n; t-- > 0;) {
      const Rows<Real> before = t == 0 ? Rows<Real>() : at(C, t - 1);
      in_vectors([&] {
        open_gates_backward<Real>(at(gates, t), before, at(C, t), at(dH, t),
                                  d_cell.rows(first, count), at(d_gates, t));
      });
      if (t > 0) Products<Real>::abt(at(d_gates, t), W_h.value(), at(dH, t - 1), Into::add);
    }
  };
  for_pieces_of_sequences(workers, X.n_rows / n, recurrent_work(X, W_h), back_through_time);
  add_recurrent_gradients<Real>(workers, n, H, d_gates, W_h, b_h);
  Linear<Real>{W_x, b_x}.backward(workers, X, d_gates, dX);
}

template class RnnLayer<float>;
template class RnnLayer<double>;
template class LstmLayer<float>;
template class LstmLayer<double>;

}  // namespace attn
