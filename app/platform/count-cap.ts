/**
 * Lists are counted exactly up to this number. Beyond it a response has this number and `totalIsCapped`, and some lists
 * end.
 * An unbounded count over a million rows would take seconds.
 */
export const COUNT_CAP = 10_000

/** The total of a list whose rows were counted up to one more than the cap. */
export const cappedTotal = (count: number): { totalCount: number; totalIsCapped?: true } =>
  count > COUNT_CAP ? { totalCount: COUNT_CAP, totalIsCapped: true } : { totalCount: count }
