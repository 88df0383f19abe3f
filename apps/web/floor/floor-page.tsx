/** Page with only some text. */
export function FloorPage() {
  return (
    <main>
      <h1>Anmelden</h1>
      <p>Verwaltung für Praxen: Team, Zugriffe und Protokoll an einem Ort.</p>
    </main>
  );
}
