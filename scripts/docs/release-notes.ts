/**
 * The part of a changelog that is of one version, without its heading; null where there is none, or nothing in it.
 * @param changelog headings are `## 0.2.0` or `## 0.2.0 (2027-01-31)`
 */
export function sectionOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1)
  const own = sections.find((each) => /^\S+/.exec(each)?.[0] === version)
  const text = own?.slice(own.indexOf('\n')).trim() ?? ''
  return text === '' ? null : text
}
