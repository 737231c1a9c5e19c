/**
 * Lets at most so many works run at once; the others wait in the order in which they came.
 * @returns runs a work when it is its turn
 */
export function inTurn(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((begin) => waiting.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
