/** Loads pages' chunks and data. What handles a failure is loaded early, while the connection works. */
import { completeResponse, withTimeout } from './load-attempt.ts'

const loadFailures = () => import('./load-failures.ts')

/** Loads a chunk of the page; a failure is retried, never thrown. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(load())
  } catch (error) {
    console.warn('A chunk of the page did not load.', error)
    return (await loadFailures()).retryChunk(load)
  }
}

/** Makes `fetch` retry the router's requests for page data; all other requests stay as they are. */
export function retryFailedPageData() {
  const original = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = () => original(input, init)
    if (!(input instanceof URL && input.pathname.endsWith('.data'))) return request()
    try {
      return await withTimeout(completeResponse(request()))
    } catch (error) {
      if (init?.signal?.aborted) throw error
      return (await loadFailures()).retryPageData(request, init, error)
    }
  }
}
