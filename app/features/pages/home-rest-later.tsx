/**
 * The home page below its first screens, as the server writes it whole: in a browser its code comes when the visitor
 * comes near, and until then the page stays as it was written.
 */
import { createElement, lazy } from 'react'
import type { HomeRestData } from './home-rest.tsx'

type Part = typeof import('./home-rest.tsx')

let part: Part | undefined
const load = async (): Promise<Part> => {
  part = await import('./home-rest.tsx')
  return part
}
const asked = Promise.withResolvers<void>()

/** Loads the rest now: the server is about to write it, or another page leads here. */
export function loadHomeRest() {
  asked.resolve()
  return load()
}

/** The hero and the courses that start soon stand before it. */
const FIRST_OF_REST = 'main[data-page=home] > :nth-child(3)'

function whenNear(): Promise<void> {
  const written = document.querySelector(FIRST_OF_REST)
  if (!written) return Promise.resolve()
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (!entry!.isIntersecting) return
      watcher.disconnect()
      asked.resolve()
    },
    // Who jumped past it is near, too.
    { rootMargin: '99999px 0px 400px' },
  )
  watcher.observe(written)
  return asked.promise
}

/** The server must not stop for it: what comes late in a stream is not there without scripts. */
const Written = (data: HomeRestData) => createElement(part!.default, data)

export const HomeRest = import.meta.env.SSR ? Written : lazy(() => whenNear().then(load))
