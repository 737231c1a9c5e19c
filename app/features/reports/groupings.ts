/** By what sales are added up. */
export const GROUPINGS = ['course', 'run', 'category', 'coupon', 'method', 'source', 'month'] as const
export type Grouping = (typeof GROUPINGS)[number]
