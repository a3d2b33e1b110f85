#pragma once

#include <armadillo>
#include <limits>

// Attention worked out with other software, to every digit of a double.
namespace attn {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The chapters' first exercise: three tokens, d_k = d_v = 2.
namespace exercise1 {
inline const arma::mat Q{{1, 0}, {0, 1}, {1, 1}};
inline const arma::mat K{{1, 0}, {0, 1}, {1, 1}};
inline const arma::mat V{{2, 0}, {0, 2}, {1, 1}};
inline const arma::mat S{{1, 0, 1}, {0, 1, 1}, {1, 1, 2}};
inline const arma::mat scaled{{0.7071067811865475, 0.0, 0.7071067811865475},
                              {0.0, 0.7071067811865475, 0.7071067811865475},
                              {0.7071067811865475, 0.7071067811865475, 1.414213562373095}};
inline const arma::mat W{{0.4011120926797859, 0.1977758146404282, 0.4011120926797859},
                         {0.1977758146404282, 0.4011120926797859, 0.4011120926797859},
                         {0.24825507825772306, 0.24825507825772306, 0.5034898434845538}};
inline const arma::mat O{
    {1.2033362780393577, 0.7966637219606423}, {0.7966637219606423, 1.2033362780393577}, {1.0, 1.0}};
inline const arma::vec entropies{1.0533629775572444, 1.0533629775572444, 1.0372774374551357};

inline const arma::mat causal_W{{1.0, 0.0, 0.0},
                                {0.3302384506733431, 0.6697615493266569, 0.0},
                                {0.2482550782577231, 0.2482550782577231, 0.5034898434845538}};
inline const arma::mat causal_O{{2.0, 0.0}, {0.6604769013466862, 1.3395230986533138}, {1.0, 1.0}};
inline const arma::vec causal_entropies{0.0, 0.6343473743503625, 1.0372774374551357};
}  // namespace exercise1

/// Four words whose stages are whole numbers as far as the scores; d_k = 4, so √d_k = 2.
namespace whole_numbers {
inline const arma::mat X{{1, 0, 1, 0}, {0, 2, 0, 1}, {1, 1, 0, 2}, {0, 1, 2, 0}};
inline const arma::mat W_Q{{0, 1, -1, 0}, {0, 0, 0, -1}, {1, 0, 0, 0}, {-1, 0, 1, 0}};
inline const arma::mat W_K{{0, 1, 0, 0}, {-1, -1, 0, 0}, {1, 0, 1, 1}, {1, 0, 1, 0}};
inline const arma::mat W_V{{-1, 0, 0, -1}, {0, 1, -1, 0}, {0, 1, -1, 0}, {-1, 0, 1, 0}};
inline const arma::mat Q{{1, 1, -1, 0}, {-1, 0, 1, -2}, {-2, 1, 1, -1}, {2, 0, 0, -1}};
inline const arma::mat K{{1, 1, 1, 1}, {-1, -2, 1, 0}, {1, 0, 2, 0}, {1, -1, 2, 2}};
inline const arma::mat V{{-1, 1, -1, -1}, {-1, 2, -1, 0}, {-3, 1, 1, -1}, {0, 3, -3, 0}};
inline const arma::mat S{{1, -4, -1, -2}, {-2, 2, 1, -3}, {-1, 1, 0, -3}, {1, -2, 2, 0}};
inline const arma::mat causal_W{
    {1, 0, 0, 0},
    {0.119202922022118, 0.880797077977882, 0, 0},
    {0.186323723225848, 0.506480391055654, 0.307195885718498, 0},
    {0.287489980676235, 0.0641476854293574, 0.473990846254078, 0.174371487640329}};
inline const arma::mat causal_O{
    {-1, 1, -1, -1},
    {-1, 1.88079707797788, -1, -0.119202922022118},
    {-1.614391771437, 1.50648039105565, -0.385608228563003, -0.493519608944346},
    {-1.77361020486783, 1.41289066071002, -0.400761282772503, -0.761480826930313}};
}  // namespace whole_numbers

}  // namespace attn
