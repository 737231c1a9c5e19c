import { around, CENTRE, cog, fill, line, outline, ring, TONES } from './emblem-shapes.ts'
import { regularPolygon, star } from './geometry.ts'

const { deep, pine, soft } = TONES

/** The emblems of the clients: each says what its name means. */
export const CLIENT_EMBLEMS: Record<string, string> = {
  // A palm over the plain
  'nakheel-plains':
    line(deep, 6, 'M120 46c-2 20-2 36-6 54') +
    line(
      pine,
      7,
      'M120 44c-10-16-26-22-44-14M120 44c10-16 26-22 44-14M120 44c-18-4-34 4-42 20' +
        'M120 44c18-4 34 4 42 20M120 42V14',
    ) +
    line(soft, 5, 'M70 102c30-8 70-8 100 0'),
  // A bridge hung on two towers
  'jisr-contracting':
    line(deep, 7, 'M56 82h128') +
    line(pine, 6, 'M92 22v80M148 22v80', 'butt') +
    line(soft, 4, 'M56 74c16-8 28-24 36-48 8 28 18 40 28 40s20-12 28-40c8 24 20 40 36 48'),
  // A pool under a drop that carries the sign of health
  'ghadeer-hospital':
    fill(
      deep,
      'M120 6c-16 22-28 36-28 52a28 28 0 0 0 56 0c0-16-12-30-28-52z' + 'M115 42h10v10h10v10h-10v10h-10V62h-10V52h10z',
    ) +
    line(pine, 5, 'M72 94c12-8 20-8 32 0s20 8 32 0 20-8 32 0') +
    line(soft, 5, 'M88 108c11-7 18-7 32 0 14-7 21-7 32 0'),
  // An anchor
  'marsa-logistics':
    fill(pine, `${ring(120, 22, 13)}${ring(120, 22, 6)}`) +
    line(deep, 8, 'M120 36v64M98 48h44') +
    line(deep, 8, 'M76 66c4 22 20 34 44 36 24-2 40-14 44-36') +
    line(soft, 6, 'M68 74l8-12 11 9M172 74l-8-12-11 9'),
  // Lightning between waves
  'barq-telecom':
    fill(deep, 'M128 10L96 66h20l-6 44 36-60h-22z') +
    line(pine, 6, 'M84 32c-14 16-14 40 0 56M156 32c14 16 14 40 0 56') +
    line(soft, 6, 'M66 20c-22 24-22 56 0 80M174 20c22 24 22 56 0 80'),
  // Three peaks in layers
  'tuwayq-retail':
    fill(soft, 'M104 100l38-78 38 78z') +
    fill(pine, 'M60 100l32-58 32 58z') +
    fill(deep, 'M88 100l30-44 30 44z') +
    line(deep, 5, 'M56 106h128', 'butt'),
  // Three arches of one street
  'diyar-property':
    fill(deep, 'M96 104V46c0-16 10-26 24-36 14 10 24 20 24 36v58h-14V62c0-7-4-11-10-15-6 4-10 8-10 15v42z') +
    fill(pine, 'M60 104V70c0-10 6-16 15-22 9 6 15 12 15 22v34z') +
    fill(soft, 'M150 104V70c0-10 6-16 15-22 9 6 15 12 15 22v34z'),
  // Three wings that rise
  'sahab-aviation':
    fill(deep, 'M70 84C104 78 136 54 156 14c8 34-18 70-62 76z') +
    fill(pine, 'M88 94c34-2 62-20 82-50-2 34-30 56-66 58z') +
    fill(soft, 'M108 104c26 0 48-10 66-28-6 24-28 36-56 34z'),
  // A cog and the path round it
  'madar-industries':
    fill(deep, cog(10, CENTRE, 31, 24) + ring(120, 60, 11)) +
    `<ellipse cx="120" cy="60" rx="68" ry="25" transform="rotate(-24 120 60)" fill="none"
      stroke="${soft}" stroke-width="4"/>` +
    fill(pine, ring(180, 33, 8)),
  // Six hands, one flower
  'amana-takaful':
    around(6, `<g opacity=".82">${fill(pine, 'M120 60c-18-14-18-36 0-50 18 14 18 36 0 50z')}</g>`) +
    fill(deep, ring(120, 60, 6)),
  // Water that winds through a valley
  'wadi-water':
    `<clipPath id="w"><path d="${ring(120, 60, 48)}"/></clipPath><g clip-path="url(#w)">` +
    fill(soft, 'M70 10h100v100H70z') +
    fill(pine, 'M60 46c20-18 36-18 60 0s40 18 64 0v80H60z') +
    fill(deep, 'M60 76c20-16 36-16 60 0s40 16 64 0v50H60z') +
    '</g>',
  // Dawn over a field of panels
  'fajr-energy':
    `<clipPath id="w"><path d="M50 0h140v57H50z"/></clipPath><g clip-path="url(#w)">` +
    around(12, line(soft, 6, 'M120 14v12'), { x: 120, y: 62 }) +
    '</g>' +
    fill(pine, 'M94 62a26 26 0 0 1 52 0z') +
    fill(
      deep,
      'M84 70h22l-4 14H76zM110 70h20l2 14h-24zM134 70h22l8 14h-26z' +
        'M74 88h27l-4 16H64zM107 88h26l2 16h-30zM139 88h27l10 16h-33z',
    ),
  // Two elders and a child between them
  'bayan-charity':
    fill(deep, ring(92, 30, 13)) +
    fill(deep, 'M64 104V76c0-16 12-26 28-26 6 0 12 2 16 5-8 7-12 15-12 27v22z') +
    fill(pine, ring(148, 30, 13)) +
    fill(pine, 'M176 104V76c0-16-12-26-28-26-6 0-12 2-16 5 8 7 12 15 12 27v22z') +
    fill(soft, `${ring(120, 64, 9)}M104 104V92c0-9 7-15 16-15s16 6 16 15v12z`),
  // A star above an open book
  'rowad-schools':
    fill(pine, 'M116 104c-14-10-30-13-52-12V48c22-1 38 4 52 14z') +
    fill(deep, 'M124 104c14-10 30-13 52-12V48c-22-1-38 4-52 14z') +
    fill(soft, outline(star(8, { x: 120, y: 28 }, 19, 11, 22.5)) + outline(regularPolygon(8, { x: 120, y: 28 }, 5, 0))),
}
