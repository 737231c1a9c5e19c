type Steps = { lessons: readonly { id: number; doneAt: string | null }[]; nextId: number | null }

/**
 * Where "done, next" leads: to the next lesson that is not done, so that nobody is led back to one that they skipped; at
 * the end to the first of those, or nowhere else.
 */
export function lessonAfter({ lessons, nextId }: Steps, id: number): number {
  const place = lessons.findIndex((lesson) => lesson.id === id)
  return lessons.slice(place + 1).find(({ doneAt }) => doneAt === null)?.id ?? nextId ?? id
}
