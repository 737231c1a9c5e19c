/** Physical directions break right-to-left layouts: stylelint must find them all. */
import { join } from 'node:path'
import stylelint from 'stylelint'
import { describe, expect, it } from 'vitest'

const CONFIG = join(import.meta.dirname, '..', 'stylelint.config.js')

async function warnings(declaration: string): Promise<string[]> {
  const { results } = await stylelint.lint({ code: `.x {\n  ${declaration};\n}\n`, configFile: CONFIG })
  return results.flatMap((result) => result.warnings.map(({ text }) => text))
}

describe('stylelint', () => {
  it.each([
    ...['margin-left: 1px', 'padding-right: 1px', 'border-left: 1px solid', 'border-top-left-radius: 2px'],
    ...['left: 0', 'right: 0', 'top: 0', 'inset: 0 1px 2px 3px', 'margin: 0 1px 2px 3px', 'padding: 0 1px 2px 3px'],
    ...['text-align: left', 'text-align: right', 'float: left', 'clear: right', 'caption-side: left'],
    ...['justify-content: left', 'justify-self: right', 'justify-items: left', 'scroll-margin-left: 1px'],
    ...['transform: translateX(4px)', 'transform: translate(4px, 0)', 'border-radius: 1px 2px 3px 4px'],
  ])('refuses %s', async (declaration) => {
    expect(await warnings(declaration)).not.toEqual([])
  })

  it.each([
    ...['margin-inline-start: 1px', 'inset-inline-end: 0', 'text-align: start', 'float: inline-start'],
    ...['margin: 0 1px', 'inset: 0', 'max-width: 10rem', 'justify-content: start', 'transform: rotate(4deg)'],
  ])('takes %s', async (declaration) => {
    expect(await warnings(declaration)).toEqual([])
  })
})
