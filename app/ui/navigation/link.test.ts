import { type ComponentProps, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, Link as RouterLink } from 'react-router'
import { expect, it } from 'vitest'
import { Link } from './link.tsx'

const htmlOf = (Element: typeof RouterLink, props: ComponentProps<typeof RouterLink>) =>
  renderToString(createElement(MemoryRouter, { initialEntries: ['/ar/courses?page=2'] }, createElement(Element, props)))

it.each<ComponentProps<typeof RouterLink>>([
  { to: '/ar', children: 'الرئيسية' },
  { to: '/ar/courses/%D8%A5%D8%AF?page=2&sort=price#runs', className: 'a', 'aria-label': '"<&>' },
  { to: '/ar/courses', preventScrollReset: true, replace: true, state: { from: 1 }, onClick: () => undefined },
  { to: '/ar/courses', reloadDocument: true, target: '_blank', rel: 'next', viewTransition: true, relative: 'path' },
  { to: '/ar/desk', discover: 'none' },
  { to: '/ar/../en' },
  { to: '/ar//courses' },
  { to: '//elsewhere.example/x' },
  { to: 'https://elsewhere.example/x' },
  { to: '?page=3' },
  { to: '#top' },
  { to: '..' },
  { to: { pathname: '/ar/blog', search: '?tag=x' } },
])('has on the server the HTML of the router’s link: %j', (props) => {
  expect(Link).not.toBe(RouterLink)
  expect(htmlOf(Link, props)).toBe(htmlOf(RouterLink, props))
})
