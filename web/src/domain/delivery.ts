export type DeliveryMode = 'home' | 'pickup'
export type DeliveryAddress = { id: number; address: string; latitude: number; longitude: number }
