/** The film as a page: `showAt(seconds)` sets everything to how it looks at that moment. */
import sprite from '../../../app/ui/icons/icons.svg?raw'

declare global {
  interface Window {
    showAt: (seconds: number) => void
    filmIsReady: Promise<unknown>
  }
}

/** Seconds that a scene takes to come and to go, and a word to appear. */
const SCENE_FADE = 0.4
const WORD_FADE = 0.9
const COUNTING = 1.6

const covers = Object.values(
  import.meta.glob<string>('../../../content/images/covers/*.svg', { query: '?url', import: 'default', eager: true }),
)

const clamped = (value: number) => Math.min(1, Math.max(0, value))
const eased = (value: number) => 1 - (1 - clamped(value)) ** 3

function fillWall() {
  const wall = document.querySelector('.wall')!
  // A step that shares no divisor with their number mixes the colours of neighbouring fields.
  for (let index = 0; index < 35; index += 1) {
    const cover = new Image()
    cover.src = covers[(index * 23) % covers.length]!
    wall.append(cover)
  }
}

window.showAt = (seconds) => {
  for (const scene of document.querySelectorAll<HTMLElement>('.scene')) {
    const [from, to] = [Number(scene.dataset.from), Number(scene.dataset.to)]
    const isLast = scene.nextElementSibling === null
    const coming = from === 0 ? 1 : clamped((seconds - from) / SCENE_FADE)
    const going = isLast ? 1 : clamped((to + SCENE_FADE - seconds) / SCENE_FADE)
    scene.style.opacity = String(Math.min(coming, going))
    scene.style.visibility = coming > 0 && going > 0 ? 'visible' : 'hidden'
    showScene(scene, seconds - from, to - from)
  }
}

function showScene(scene: HTMLElement, seconds: number, length: number) {
  for (const part of scene.querySelectorAll<HTMLElement>('[data-in]')) {
    const shown = eased((seconds - Number(part.dataset.in)) / WORD_FADE)
    part.style.opacity = String(shown)
    part.style.transform = `translateY(${(1 - shown) * 22}px)`
  }
  for (const number of scene.querySelectorAll<HTMLElement>('[data-count]')) {
    const begins = Number(number.closest<HTMLElement>('[data-in]')!.dataset.in)
    const counted = Math.round(Number(number.dataset.count) * eased((seconds - begins) / COUNTING))
    number.textContent = counted.toLocaleString('en')
  }
  for (const lattice of scene.querySelectorAll<HTMLElement>('.lattice')) {
    lattice.style.setProperty('--seen', String(0.35 + 0.65 * eased(seconds / 2.5)))
    lattice.style.transform = `scale(${1 + 0.04 * eased(seconds / length)})`
  }
  const wall = scene.querySelector<HTMLElement>('.wall')
  if (wall) wall.style.transform = `translate(${20 * seconds}px, ${-26 * seconds}px) rotate(-3deg) scale(1.08)`
}

document.body.insertAdjacentHTML('afterbegin', sprite)
document.body.firstElementChild!.setAttribute('hidden', '')
fillWall()
window.showAt(0)
window.filmIsReady = Promise.all([
  document.fonts.load('620 40px "Readex Pro"', 'معهد'),
  document.fonts.load('400 40px "Readex Pro"', 'معهد 61'),
  ...[...document.images].map((picture) => picture.decode()),
])
