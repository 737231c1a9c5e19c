import { around, CENTRE, fill, line, outline, ring, TONES } from './emblem-shapes.ts'
import { khatam, regularPolygon } from './geometry.ts'

const { ink, deep, pine, soft } = TONES

/** The emblems of the partners: each says what its name means. */
export const PARTNER_EMBLEMS: Record<string, string> = {
  // Horizons: a sun on three of them
  'afaq-skills':
    fill(pine, 'M86 62a34 34 0 0 1 68 0z') +
    line(deep, 5, 'M66 74h108') +
    line(pine, 5, 'M80 86h80') +
    line(soft, 5, 'M96 98h48'),
  // A corner stone, measured
  'rukn-assessment':
    fill(deep, 'M78 16h20v68h68v20H78z') +
    fill(pine, 'M108 74V36a38 38 0 0 1 38 38z') +
    line(soft, 4, 'M108 24a50 50 0 0 1 50 50', 'butt'),
  // A person who leans on two hands
  'sanad-employment':
    fill(pine, ring(120, 34, 16)) +
    line(deep, 10, 'M78 46c0 30 16 50 42 54 26-4 42-24 42-54') +
    line(soft, 8, 'M98 58c2 12 10 20 22 23 12-3 20-11 22-23'),
  // A drop of ink that turns into pixels
  'midad-digital':
    fill(deep, 'M120 10C104 34 88 50 88 72a32 32 0 0 0 32 32z') +
    fill(pine, 'M120 34h14v14h-14zM134 48h14v14h-14zM120 62h14v14h-14z') +
    fill(soft, 'M134 76h12v12h-12zM120 90h12v12h-12zM150 64h10v10h-10z'),
  // A road inside a shield
  'darb-safety':
    `<mask id="w"><path fill="#fff" d="M0 0h240v120H0z"/>` +
    `${line('#000', 10, 'M124 4c0 26-24 30-24 54s28 26 26 60')}</mask>` +
    `<g mask="url(#w)">${fill(deep, 'M120 10l42 15v31c0 27-17 44-42 54-25-10-42-27-42-54V25z')}</g>`,
  // Two leaves and the sign of health between them
  'wareef-health':
    fill(pine, 'M114 104C78 100 66 66 74 28c30 6 44 34 40 76z') +
    fill(soft, 'M126 104c36-4 48-38 40-76-30 6-44 34-40 76z') +
    fill(deep, 'M114 12h12v10h10v12h-10v10h-12V34h-10V22h10z'),
  // A tower with a keyhole
  'hisn-cyber': fill(
    deep,
    'M82 16h16v12h14V16h16v12h14V16h16v30l-8 8v50H90V54l-8-8zM120 54a11 11 0 0 0-6 20l-4 18h20l-4-18a11 11 0 0 0-6-20z',
  ),
  // Two equal shares of one circle
  'qist-accounting':
    fill(deep, 'M74 55a46 46 0 0 1 92 0zM102 34h36v7h-36z') + fill(soft, 'M74 65a46 46 0 0 0 92 0zM102 79h36v7h-36z'),
  // Two voices that overlap
  'lisan-languages':
    fill(pine, 'M104 20a34 34 0 1 1-16 64l-16 10 4-20A34 34 0 0 1 104 20z') +
    fill(soft, 'M138 20a34 34 0 0 0 0 68c6 0 11-1 16-4l16 10-4-20A34 34 0 0 0 138 20z') +
    fill(deep, 'M121 24.6a34 34 0 0 1 0 58.8 34 34 0 0 1 0-58.8z'),
  // Eight seats round a table
  'majlis-business':
    around(8, fill(deep, 'M109 8h22l-5 16h-12z')) +
    fill(pine, outline(khatam(CENTRE, 29)) + outline(regularPolygon(8, CENTRE, 11, 22.5))) +
    fill(ink, ring(120, 60, 4)),
}
