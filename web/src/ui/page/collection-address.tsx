import { mapLink, useCollectionPoint } from '../../domain/host-config.ts'

/** Where orders are collected: the host's address, with a link to a map if its position is known. */
export function CollectionAddress() {
  const { address, point } = useCollectionPoint()
  if (point === null) return address
  return (
    <a href={mapLink(point)} rel="noopener noreferrer" target="_blank">
      {address}
    </a>
  )
}
