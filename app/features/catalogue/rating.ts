/** With fewer reviews an average says nothing: one visitor decides it. */
const MIN_REVIEWS = 5

/** Whether visitors and search engines are shown an average of so many reviews. */
export const isAverageShown = (count: number) => count >= MIN_REVIEWS
