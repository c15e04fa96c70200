import { mapLink, usePickupPoint } from '../../domain/host-config.ts'

/** Shows the place where orders are collected: the host's address, with a link to a map if its position is known. */
export function PickupPoint() {
  const { address, point } = usePickupPoint()
  if (point === null) return address
  return (
    <a href={mapLink(point)} rel="noopener noreferrer" target="_blank">
      {address}
    </a>
  )
}

/** The address on two lines of its own, so that nothing moves when it replaces the shop's name. */
export function PickupPointLine() {
  return (
    <span className="d-block two-lines">
      <PickupPoint />
    </span>
  )
}
