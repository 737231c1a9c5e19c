/**
 * Lists are counted exactly up to here; beyond it an answer gives this number with `totalIsCapped`, and some lists end.
 * An unbounded count over a million rows would take seconds.
 */
export const COUNT_CAP = 10_000
