/** Lists as staff download them. */
import { strFromU8, unzipSync } from 'fflate'
import type { TestApp } from './app.ts'
import { type Member, tokenOf } from './signed-in.ts'

/** @param path below `/api/` */
export async function download(app: TestApp, member: Member, path: string, lang: 'ar' | 'en' = 'en') {
  const answer = await fetch(`${app.address}/api/${path}`, {
    headers: { Authorization: `Bearer ${await tokenOf(app, member.user)}`, 'Accept-Language': lang },
  })
  return {
    status: answer.status,
    name: /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1],
    bytes: new Uint8Array(await answer.arrayBuffer()),
  }
}

/** Of a CSV file without quotes within its cells. */
export const linesOf = (bytes: Uint8Array): string[][] =>
  strFromU8(bytes)
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

/** The first sheet of a workbook: its cells as they are read, numbers as numbers. */
export function sheetOf(bytes: Uint8Array): { isRightToLeft: boolean; rows: (string | number | null)[][] } {
  const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)
  const cellsOf = (row: string) =>
    [...row.matchAll(/<c\b[^>]*?(?:\/>|>(?:<is><t[^>]*>([^<]*)<\/t><\/is>|<v>([^<]+)<\/v>)<\/c>)/g)].map(
      ([, text, number]) => text ?? (number === undefined ? null : Number(number)),
    )
  return {
    isRightToLeft: xml.includes('rightToLeft="1"'),
    rows: [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row]) => cellsOf(row!)),
  }
}
