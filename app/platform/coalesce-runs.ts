/**
 * Runs a task once at a time. Whoever asks while it runs shares the next run, which begins after they asked: however
 * many ask at once, two runs serve them.
 * @returns a function that asks for a run, and rejects when that run fails
 */
export function coalesceRuns(task: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined

  function begin(): Promise<void> {
    next = undefined
    const run = task().finally(() => {
      if (current === run) current = undefined
    })
    current = run
    return run
  }

  return () => {
    if (!current && !next) return begin()
    next ??= current!.then(begin, begin)
    return next
  }
}
