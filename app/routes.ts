import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page address of the product. */
export default [
  route(':lang', 'shell/layout.tsx', [
    index('features/pages/home-page.tsx'),
    route('search', 'features/search/search-page.tsx'),
    route('courses', 'features/catalogue/courses-page.tsx'),
    route('courses/:slug', 'features/catalogue/course-page.tsx'),
    route('order-details/:courseId/:scheduleId?', 'features/orders/order-details-page.tsx'),
    route('order-approved', 'features/orders/order-approved-page.tsx'),
    route('order-canceled', 'features/orders/order-canceled-page.tsx'),
    route('accounts', 'features/identity/accounts-page.tsx'),
    route('login', 'features/identity/login-page.tsx'),
    route('sign-up', 'features/identity/sign-up-page.tsx'),
    route('register-otp', 'features/identity/register-otp-page.tsx'),
    route('logout', 'features/identity/logout-route.tsx'),
    route('about', 'features/pages/about-page.tsx'),
    route('contact', 'features/pages/contact-page.tsx'),
    route('faq', 'features/pages/faq-page.tsx'),
    route('reviews', 'features/pages/reviews-page.tsx'),
    route('partners', 'features/pages/partners-page.tsx'),
    route('clients', 'features/pages/clients-page.tsx'),
    route('services', 'features/pages/services-page.tsx'),
    route('support', 'features/pages/support-page.tsx'),
    route('complains', 'features/pages/complains-page.tsx'),
    route('join-us', 'features/pages/join-us-page.tsx'),
    route('app/:system', 'features/pages/app-page.tsx'),
    route(':policy', 'features/pages/policy-page.tsx'),
  ]),
  route('error', 'shell/error-page.tsx'),
  route('*', 'shell/unknown-address.tsx'),
] satisfies RouteConfig
