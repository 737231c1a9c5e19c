export default function AccountsPage() {
  return <main id="content">AccountsPage</main>
}
