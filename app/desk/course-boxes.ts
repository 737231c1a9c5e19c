/** The courses of a form: each has a box of its own, so that it works without scripts and keeps what was chosen. */
type Texts = Record<string, string>

const PREFIX = 'course.'
export const courseField = (id: number) => `${PREFIX}${id}`

/** @param chosen the ids of courses; null is none */
export const courseTexts = (courses: readonly { id: number }[], chosen: readonly number[] | null): Texts =>
  Object.fromEntries(courses.map(({ id }) => [courseField(id), chosen?.includes(id) ? 'on' : '']))

/** The ids of the chosen courses, the lowest first. */
export const courseIdsIn = (texts: Texts): number[] =>
  Object.keys(texts)
    .filter((name) => name.startsWith(PREFIX) && texts[name] !== '')
    .map((name) => Number(name.slice(PREFIX.length)))
    .sort((one, other) => one - other)
