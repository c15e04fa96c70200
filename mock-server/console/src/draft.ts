/** The texts of a form by field. A field is a path in the request body, such as `effect.status`. */
export type Draft = Readonly<Record<string, string>>
export type AddError = (field: string, message: string) => undefined
