/** Sends a file from the browser with progress; `fetch` tells none of what goes out. */
import type { Lang } from '../../locales/lang.ts'
import type { Attachment } from './contract.ts'

export type Sending = {
  /** The kept file; a refusal in the server's words; or nothing when the connection broke or it was stopped. */
  result: Promise<{ attachment: Attachment } | { refusal: string } | 'lost' | 'stopped'>
  stop: () => void
}

/** @param onProgress hears the part that has gone out, up to 1 */
export function sendFile(file: File, lang: Lang, onProgress: (part: number) => void): Sending {
  const request = new XMLHttpRequest()
  request.open('POST', '/api/Uploads')
  request.setRequestHeader('Accept-Language', lang)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.setRequestHeader('X-File-Name', encodeURIComponent(file.name.toWellFormed()))
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  const result = new Promise<Awaited<Sending['result']>>((resolve) => {
    request.onload = () => resolve(answerOf(request))
    request.onerror = () => resolve('lost')
    request.onabort = () => resolve('stopped')
  })
  request.send(file)
  return { result, stop: () => request.abort() }
}

type Envelope = { data?: Attachment; error?: { description: string; fields?: { file?: string[] } } } | null

function answerOf({ response, status }: XMLHttpRequest): { attachment: Attachment } | { refusal: string } | 'lost' {
  const answer = response as Envelope
  if (status === 201 && answer?.data) return { attachment: answer.data }
  return answer?.error ? { refusal: answer.error.fields?.file?.join(' ') ?? answer.error.description } : 'lost'
}

/** An upload of this member that waits for its post; undefined when there is none any more. */
export async function waitingUpload(id: string, lang: Lang): Promise<Attachment | undefined> {
  const answer = await fetch(`/api/Uploads?id=${encodeURIComponent(id)}`, { headers: { 'Accept-Language': lang } })
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined)
  return answer?.data
}
