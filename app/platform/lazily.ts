/** @returns what `load` returns, which is called once, when it is first needed: for libraries that many processes never use */
export function lazily<T>(load: () => T): () => T {
  let loaded: { value: T } | undefined
  return () => {
    loaded ??= { value: load() }
    return loaded.value
  }
}
