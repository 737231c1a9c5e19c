/** So many failures have a common cause: the database or a provider is unavailable. */
const MAX_FAILURES = 20

/**
 * Processes the items one after the other and continues after a failure, so that one failing row does not block the rest.
 * An error of the iterable itself ends it.
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
