/** Writes the icons of tabs and home screens into `public` from the brand's mark: `node tools/art/draw-app-icons.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { BRAND, squareMark } from './draw/brand.ts'

const PUBLIC = join(import.meta.dirname, '..', '..', 'public')

function save(name: string, bytes: Uint8Array) {
  const file = join(PUBLIC, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, bytes)
}

const rounded = (size: number) => draw(BRAND.mark!(), size)

function draw(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}

/** One PNG in the ICO container. Source: the format's own six-byte header and sixteen-byte entry. */
function ico(size: number, png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

save('favicon.ico', ico(32, rounded(32)))
save('apple-touch-icon.png', draw(squareMark(2), 180))
save('icons/icon-192.png', rounded(192))
save('icons/icon-512.png', rounded(512))
// What lies outside a circle of four fifths may be cut.
save('icons/maskable-512.png', draw(squareMark(10), 512))
