/** The addresses that the benches of pages ask for, and a visitor who is signed in. */
import { demoAccounts } from '../../app/features/content/content.server.ts'
import { someCourse } from '../product.ts'

export type Addresses = { course: string; article: string; post: string }

export async function someAddresses(address: string): Promise<Addresses> {
  return {
    course: `/ar${await someCourse(address)}`,
    article: await firstLink(address, '/ar/blog', /href="(\/ar\/blog\/[^"/?#]+)"/),
    post: await firstLink(address, '/ar/community', /href="(\/ar\/community\/\d+)"/),
  }
}

/** Pages that guests visit, in both languages. */
export async function guestPaths(address: string): Promise<string[]> {
  const { course, article, post } = await someAddresses(address)
  const arabic = ['/ar', '/ar/courses', course, '/ar/blog', article, '/ar/community', post, '/ar/login']
  return [...arabic, '/en', '/en/courses']
}

export async function learnerToken(address: string): Promise<string> {
  const { email, password } = demoAccounts().find(({ roles }) => roles.includes('Student'))!
  const answer = await fetch(`${address}/api/Auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { data } = (await answer.json()) as { data: { accessToken: string } }
  return data.accessToken
}

/**
 * Places orders of different courses, each in a run with free seats. Not of `someCourse`: its page would be the learner's own.
 * @returns their ids
 */
export async function placeOrders(
  address: string,
  token: string,
  count: number,
  method: 'online' | 'transfer' = 'online',
): Promise<string[]> {
  const placed: string[] = []
  const courses = await answerOf<{ slug: string }[]>(`${address}/api/Courses/latest-courses?count=20`)
  for (const { slug } of courses.slice(1)) {
    const ofCourse = `${address}/api/Courses/course-by-slug?slug=${encodeURIComponent(slug)}`
    const { id, schedules } = await answerOf<{ id: number; schedules: { id: number }[] }>(ofCourse)
    for (const scheduleId of schedules.map((run) => run.id)) {
      const answer = await fetch(`${address}/api/Orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ courseId: id, scheduleId, method }),
      })
      if (answer.status !== 201) continue
      placed.push(((await answer.json()) as { data: { id: string } }).data.id)
      if (placed.length === count) return placed
      break
    }
  }
  throw new Error(`Only ${placed.length} of ${count} orders could be placed.`)
}

const answerOf = async <T>(address: string) => ((await (await fetch(address)).json()) as { data: T }).data

async function firstLink(address: string, page: string, link: RegExp): Promise<string> {
  const found = link.exec(await (await fetch(address + page)).text())?.[1]
  if (!found) throw new Error(`${page} has no such link`)
  return found
}
