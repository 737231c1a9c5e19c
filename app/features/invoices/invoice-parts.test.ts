import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Both } from './invoice-parts.server.tsx'

it('a course on an invoice keeps the sign of its Latin name', () => {
  const text = { ar: 'التحضير لاختبار CompTIA Security+', en: 'CompTIA Security+ preparation' }
  expect(renderToStaticMarkup(createElement(Both, { text }))).toContain('Security+\u200e</span>')
})
