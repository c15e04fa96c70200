/** Words in the text of a node. */
export function countWords(node: Node): number {
  return (node.textContent ?? '').split(/\s+/).filter(Boolean).length
}

/**
 * Cuts a tree of nodes after so many words, on its text nodes, so that no tag is torn. The cut place ends with
 * "...". Changes the node it is given.
 */
export function cutWords(root: Node, words: number): void {
  let left = words
  const walk = (node: Node): void => {
    for (const child of [...node.childNodes]) {
      if (left <= 0) {
        child.remove()
      } else if (child.nodeType === 3) {
        const text = child.textContent ?? ''
        const parts = text.match(/\S+\s*/g) ?? []
        if (parts.length > left) {
          const lead = /^\s*/.exec(text)?.[0] ?? ''
          child.textContent = `${lead}${parts.slice(0, left).join('').trimEnd()}...`
          left = 0
        } else left -= parts.length
      } else walk(child)
    }
  }
  walk(root)
}
