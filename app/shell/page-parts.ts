/** Parts of a page and its data, as they are asked for. What answers when they do not come is fetched while all is well. */

/** The specification's time for a script to load. */
export const TIME_OUT_MS = 120_000
/** What a proxy says while the server behind it is away. */
export const AWAY = [502, 503, 504]

export const loadTroubles = () => import('./troubles.ts')

/** Loads a part of the page, and does not give up. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load())
  } catch (error) {
    console.warn('A part of the page did not load.', error)
    return (await loadTroubles()).partAgain(load)
  }
}

/** The pages' data through `fetch`, kept asking for; whatever else is fetched, as it is. */
export function keepAskingForPageData() {
  const plain = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const ask = () => plain(input, init)
    if (!(input instanceof URL && input.pathname.endsWith('.data'))) return ask()
    try {
      return await inTime(wholeAnswer(ask()))
    } catch (error) {
      if (init?.signal?.aborted) throw error
      return (await loadTroubles()).pageDataAgain(ask, init)
    }
  }
}

/** An answer whose end got lost on the way is none. */
export async function wholeAnswer(coming: Promise<Response>): Promise<Response> {
  const answer = await coming
  if (AWAY.includes(answer.status)) throw new Error(`The server is away: ${answer.status}`)
  return answer.body ? new Response(await answer.arrayBuffer(), answer) : answer
}

export function inTime<T>(coming: Promise<T>): Promise<T> {
  return Promise.race([
    coming,
    new Promise<never>((_, reject) => setTimeout(reject, TIME_OUT_MS, new Error('It took too long.'))),
  ])
}
