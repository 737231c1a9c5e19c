/** Uploads a file from the browser with progress, which `fetch` does not report. */
import type { Lang } from '../../locales/lang.ts'
import type { Attachment } from './contract.ts'

/** The path of the call that takes post attachments. */
export const UPLOADS = '/api/Uploads'

/** The server's response for a saved file. */
export type SavedFile = { id: string; name: string; size: number }

type Refused = {
  refusal: string
  /** Whether the session has ended. */
  isSignedOut: boolean
}

export type Sending<T extends SavedFile = Attachment> = {
  /** The saved file, the server's error text, or neither when the connection failed or the upload was cancelled. */
  result: Promise<{ attachment: T } | Refused | 'lost' | 'stopped'>
  stop: () => void
}

/**
 * @param onProgress receives the fraction that was sent, up to 1
 * @param address the call that takes the file
 */
export function sendFile<T extends SavedFile = Attachment>(
  file: File,
  lang: Lang,
  onProgress: (part: number) => void,
  address = UPLOADS,
): Sending<T> {
  const request = new XMLHttpRequest()
  request.open('POST', address)
  request.setRequestHeader('Accept-Language', lang)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.setRequestHeader('X-File-Name', encodeURIComponent(file.name.toWellFormed()))
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  const result = new Promise<Awaited<Sending<T>['result']>>((resolve) => {
    request.onload = () => resolve(answerOf(request))
    request.onerror = () => resolve('lost')
    request.onabort = () => resolve('stopped')
  })
  request.send(file)
  return { result, stop: () => request.abort() }
}

type Envelope<T> = { data?: T; error?: { description: string; fields?: Record<string, string[]> } } | null

function answerOf<T>({ response, status }: XMLHttpRequest): { attachment: T } | Refused | 'lost' {
  const answer = response as Envelope<T>
  if (status === 201 && answer?.data) return { attachment: answer.data }
  if (!answer?.error) return 'lost'
  const refusal = Object.values(answer.error.fields ?? {})[0]?.join(' ') ?? answer.error.description
  return { refusal, isSignedOut: status === 401 }
}

/** A pending file; undefined when the server no longer has it. @param address the call that returns it */
export async function waitingFile<T extends SavedFile>(
  address: string,
  id: string,
  lang: Lang,
): Promise<T | undefined> {
  const answer = await fetch(`${address}?id=${encodeURIComponent(id)}`, { headers: { 'Accept-Language': lang } })
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined)
  return answer?.data
}
