/** Whether the page was opened by an address that was typed or followed, and not by a reload or a way back. */
export function isFreshNavigation(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? []
  return (visit as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}
