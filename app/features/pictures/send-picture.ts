/** Sends a picture to the media library from the browser, with its progress, which `fetch` does not report. */
import type { Lang } from '../../locales/lang.ts'

const MEDIA = '/api/admin/media'

export type SentPicture = { id: number; address: string; alt: { ar: string; en?: string } | null; isNew: boolean }

/** What came of it: the picture, the server's reason against it, or nothing when the connection failed. */
export type SendResult = { picture: SentPicture } | { refusal: string } | 'lost'

/** @param onProgress receives the fraction that was sent, up to 1 */
export function sendPicture(file: File, lang: Lang, onProgress: (part: number) => void): Promise<SendResult> {
  const request = new XMLHttpRequest()
  request.open('POST', MEDIA)
  request.setRequestHeader('Accept-Language', lang)
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  const form = new FormData()
  form.set('file', file)
  return new Promise((resolve) => {
    request.onload = () => resolve(resultOf(request))
    request.onerror = () => resolve('lost')
    request.send(form)
  })
}

type Envelope = { data?: SentPicture; error?: { description: string; fields?: Record<string, string[]> } } | null

function resultOf({ response }: XMLHttpRequest): SendResult {
  const answer = response as Envelope
  if (answer?.data) return { picture: answer.data }
  if (!answer?.error) return 'lost'
  return { refusal: Object.values(answer.error.fields ?? {})[0]?.join(' ') ?? answer.error.description }
}
