/** Then it is not one of them that is sick: the database or a provider is away. */
const MOST_FAILURES = 20

/**
 * Works on one after the other, also after one that failed, so that one sick row does not hold up all that come after
 * it. Whoever gives them may fail too, and ends it.
 * @throws AggregateError with what failed, when all had their turn or when too many have failed
 */
export async function each<T>(all: Iterable<T> | AsyncIterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for await (const one of all) {
    try {
      await work(one)
    } catch (error) {
      failures.push(error)
      if (failures.length === MOST_FAILURES) break
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of these failed`)
}
