/** The settings with which an institute goes live. Nothing listens at these addresses. */
export const PRODUCTION = {
  MAAHAD_DEMO: '0',
  PUBLIC_URL: 'https://institute.example',
  TRUST_PROXY: '1',
  AUTH_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Maahad <office@institute.example>',
  SMS_PROVIDER: 'taqnyat',
  TAQNYAT_TOKEN: 'x',
  TAQNYAT_SENDER: 'x',
  SMS_URL: 'http://127.0.0.1:9',
  PAYMENT_PROVIDER: 'moyasar',
  MOYASAR_SECRET_KEY: 'sk_live_0123456789abcdef',
  MOYASAR_WEBHOOK_SECRET: 'twenty-four-letters-or-more',
  MOYASAR_API_URL: 'http://127.0.0.1:9/v1',
}
