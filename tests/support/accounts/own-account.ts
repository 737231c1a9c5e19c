/** Calls of a signed-in user's own account. */
import sharp from 'sharp'
import type { TestApp } from '../app.ts'
import { browserOf, type newPerson } from './accounts.ts'

export type Person = Awaited<ReturnType<typeof newPerson>>

/** Signs in, in a new browser unless one is given. */
export async function signIn(app: TestApp, email: string, password: string) {
  const browser = browserOf(app)
  return { browser, ...(await browser.call('POST', 'auth/login', { body: { email, password } })) }
}

/** A picture of one colour. */
export const pictureOf = (width: number, height: number, colour = '#a33') =>
  sharp({ create: { width, height, channels: 3, background: colour } })

/** Sends a picture as the form does. */
export async function sendPicture(
  app: TestApp,
  { browser }: Pick<Person, 'browser'>,
  bytes: Uint8Array | string,
  name = 'me.jpg',
) {
  const form = new FormData()
  form.append('file', new File([bytes as string], name))
  const response = await fetch(`${app.address}/api/Profile/picture`, {
    method: 'PUT',
    headers: {
      Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      'Sec-Fetch-Site': 'same-origin',
      'Accept-Language': 'en',
    },
    body: form,
  })
  const { data, error } = (await response.json()) as {
    data: { profilePicture: string }
    error: { code: string; fields: Record<string, string[]> }
  }
  return { status: response.status, data, error }
}
