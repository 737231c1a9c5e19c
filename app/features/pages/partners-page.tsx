export default function PartnersPage() {
  return <main id="content">PartnersPage</main>
}
