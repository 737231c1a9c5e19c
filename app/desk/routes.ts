import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the desk. A page belongs to its feature. */
export default [
  route(':lang/desk', 'layout.tsx', [
    index('today-page.tsx'),
    route('find', 'find-page.tsx'),
    route('*', 'unknown-page.tsx'),
  ]),
] satisfies RouteConfig
