/** A page that shows the seats of a course, and the process that made it. */
import type { PageHandler } from '../../../app/page-handler.server.tsx'

export const seatsPage: PageHandler = async (request, page) => {
  const slug = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1)!)
  const found = await page.api.catalogue.courseBySlug({ slug })
  const seats = 'movedTo' in found ? 'moved' : found.schedules.map(({ seatsLeft }) => seatsLeft).join()
  const body = `seats:${seats} process:${process.pid} for:${page.user?.userName ?? 'guest'}`
  return new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
