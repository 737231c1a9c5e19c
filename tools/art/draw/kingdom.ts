/** A map of the Kingdom. Pages draw the pins of the branches on it. */
import { MAP_HEIGHT, MAP_WIDTH, onMap } from '../../../app/features/content-sections/kingdom-map.ts'

/** The border in degrees of longitude and latitude, coarse: it says where a city lies, not where a border runs. */
const BORDER: [number, number][] = [
  ...([
    [34.95, 29.35],
    [36.07, 29.2],
    [36.5, 29.5],
    [37.5, 30],
    [37.67, 30.34],
    [38, 30.5],
    [37, 31.5],
  ] as const),
  ...([
    [39, 32],
    [39.2, 32.15],
    [40.4, 31.95],
    [42.08, 31.1],
    [44.72, 29.2],
    [46.55, 29.1],
    [47.46, 29],
  ] as const),
  ...([
    [47.7, 28.53],
    [48.4, 28.54],
    [48.8, 27.7],
    [49.3, 27.46],
    [49.5, 27.1],
    [50.15, 26.69],
    [50.2, 26.28],
  ] as const),
  ...([
    [50.1, 25.95],
    [50.24, 25.61],
    [50.53, 25.33],
    [50.66, 25],
    [50.81, 24.75],
    [51.11, 24.56],
  ] as const),
  ...([
    [51.39, 24.63],
    [51.58, 24.25],
    [51.62, 24.01],
    [52, 23],
    [55, 22.5],
    [55.2, 22.71],
    [55.67, 22],
  ] as const),
  ...([
    [55, 20],
    [52, 19],
    [49.12, 18.62],
    [48.18, 18.17],
    [47.47, 17.12],
    [47, 16.95],
    [46.75, 17.28],
  ] as const),
  ...([
    [46.37, 17.23],
    [45.4, 17.33],
    [45.22, 17.43],
    [44.06, 17.41],
    [43.79, 17.32],
    [43.38, 17.58],
  ] as const),
  ...([
    [43.12, 17.09],
    [43.22, 16.67],
    [42.78, 16.35],
    [42.65, 16.77],
    [42.35, 17.08],
    [42.27, 17.47],
  ] as const),
  ...([
    [41.75, 17.83],
    [41.22, 18.67],
    [40.94, 19.49],
    [40.25, 20.17],
    [39.8, 20.34],
    [39.14, 21.29],
  ] as const),
  ...([
    [39.02, 21.99],
    [39.07, 22.58],
    [38.49, 23.69],
    [38.02, 24.08],
    [37.48, 24.29],
    [37.15, 24.86],
  ] as const),
  ...([
    [37.21, 25.08],
    [36.93, 25.6],
    [36.64, 25.83],
    [36.25, 26.57],
    [35.64, 27.38],
    [35.13, 28.06],
  ] as const),
  ...([
    [34.63, 28.06],
    [34.79, 28.61],
    [34.83, 28.96],
  ] as const),
].map(([longitude, latitude]) => [longitude, latitude])

export function drawKingdom(): string {
  const border = BORDER.map(([longitude, latitude]) => onMap({ longitude, latitude }))
    .map(({ x, y }) => `${x} ${y}`)
    .join('L')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${MAP_WIDTH}" height="${MAP_HEIGHT}" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}">` +
    '<defs><pattern id="p" width="26" height="26" patternUnits="userSpaceOnUse">' +
    '<path fill="none" stroke="#14594b" stroke-opacity=".16" d="M13 3l3 7 7 3-7 3-3 7-3-7-7-3 7-3zM0 0l4 4M26 0l-4 4M0 26l4-4M26 26l-4-4"/>' +
    '</pattern></defs>' +
    `<path fill="#e4ede6" d="M${border}z"/>` +
    `<path fill="url(#p)" stroke="#14594b" stroke-opacity=".5" stroke-width="1.5" stroke-linejoin="round" d="M${border}z"/>` +
    '</svg>'
  )
}
