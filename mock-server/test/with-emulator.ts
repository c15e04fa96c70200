import { createEmulator, type Emulator, type EmulatorOptions } from '../src/emulator.ts'

/** Runs work with an emulator, and closes it. */
export async function withEmulator<Result>(
  options: EmulatorOptions,
  work: (emulator: Emulator) => Promise<Result>,
): Promise<Result> {
  const emulator = await createEmulator(options)
  return work(emulator).finally(emulator.close)
}

export const countProducts = async ({ control }: Emulator) => (await control('GET /status')).products

/** The product whose stock tests change to see what an emulator keeps. */
const PRODUCT_ID = 5

export const readStock = async ({ control }: Emulator) =>
  (await control('GET /stock')).products.find(({ id }) => id === PRODUCT_ID)?.stock

export const setStock = ({ control }: Emulator, stock: number) =>
  control('POST /stock', { body: { id: PRODUCT_ID, stock } })
