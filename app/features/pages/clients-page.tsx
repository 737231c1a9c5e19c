export default function ClientsPage() {
  return <main id="content">ClientsPage</main>
}
