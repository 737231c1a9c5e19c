export default function LogoutRoute() {
  return <main id="content">LogoutRoute</main>
}
