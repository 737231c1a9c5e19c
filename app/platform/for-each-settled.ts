/** So many failures are not those of single items: the database or a provider is unavailable. */
const MAX_FAILURES = 20

/**
 * Works through the items one after the other, also after one that failed, so that a row that fails does not hold up
 * those after it. An error of the iterable itself ends it.
 * @throws AggregateError with all failures, at the end or when there are too many
 */
export async function forEachSettled<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
      if (failures.length === MAX_FAILURES) break
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of these failed`)
}
