/** Addresses with parameters, as routes name them: `/courses/:slug`, `/learn/:courseId/:lessonId?`. */

/** The paths that an address stands for, with its parameters as groups. As in routes, a part that ends with `?` may be missing. */
export function patternOf(address: string): RegExp {
  const source = address
    .replaceAll('.', '\\.')
    .replace(/\/:(\w+)\?/g, '(?:/(?<$1>[^/]+))?')
    .replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}$`)
}

/** Sorts `orders/mine` before `orders/:id`: whoever looks for a path takes the first that matches. */
export function literalsFirst(a: string, b: string): number {
  const [first, second] = [a, b].map((path) => path.replace(/:\w+/g, '\uffff')) as [string, string]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Finds the address that a path belongs to. */
export function addressFinder(addresses: readonly string[]): (path: string) => string | undefined {
  const exact = new Set(addresses.filter((address) => !address.includes(':')))
  const patterns = addresses
    .filter((address) => !exact.has(address))
    .sort(literalsFirst)
    .map((address) => ({ address, pattern: patternOf(address) }))
  return (path) => (exact.has(path) ? path : patterns.find(({ pattern }) => pattern.test(path))?.address)
}
