import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the desk. A page belongs to its feature. */
export default [
  route(':lang/desk', 'layout.tsx', [
    index('today-page.tsx'),
    route('find', 'find-page.tsx'),
    route('attendance', '../features/attendance/desk/attendance-page.tsx'),
    route('attendance/:sessionId', '../features/attendance/desk/session-page.tsx'),
    route('runs/:id/attendees', '../features/attendance/desk/attendees-page.tsx'),
    route('runs/:id/attendees/export', '../features/attendance/desk/attendees-export.ts'),
    route('runs/:id/badges', '../features/attendance/desk/badges-page.tsx'),
    route('staff', '../features/staff/desk/staff-page.tsx'),
    route('staff/new', '../features/staff/desk/invite-page.tsx'),
    route('staff/:id', '../features/staff/desk/staff-member-page.tsx'),
    route('audit', '../features/audit/desk/audit-page.tsx'),
    route('audit/export', '../features/audit/desk/audit-export.ts'),
    route('settings', '../features/institute/desk/settings-page.tsx'),
    route('setup', '../features/institute/desk/setup-page.tsx'),
    route('courses', '../features/course-editing/desk/courses-page.tsx'),
    route('courses/new', '../features/course-editing/desk/course-new-page.tsx'),
    route('courses/:id', '../features/course-editing/desk/course-page.tsx'),
    route('*', 'unknown-page.tsx'),
  ]),
] satisfies RouteConfig
