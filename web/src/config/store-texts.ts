/** The brand's facts that single pages show. Separate from `store`, which every page downloads. */
export const storeTexts = {
  /** The first paragraph of the page About Us. */
  about:
    "Kitabo is a bookshop in Kampala that comes to you. Many of us call a book a kitabo, and that's where our name comes from.",
  /** The suppliers of special orders, and the time that they take. */
  suppliers: 'in Kampala, Nairobi and beyond, usually within two working days',
  /** The only valid gift card code. */
  giftCode: 'KITABO-GIFT-50',
  /** Thanks in a local language, before “Thank you for reading with us.” on invoices; an empty text is none. */
  thanks: { language: 'lg', text: 'Webale nnyo!' },
  /**
   * The seller, as section 24 of Uganda's Electronic Transactions Act, 2011 requires shops to name it. Examples; an
   * empty fact is not shown.
   */
  seller: {
    name: 'Kitabo Books Limited',
    status: 'a private company limited by shares',
    registration: 'No. 80020000000001, registered in Kampala with the Uganda Registration Services Bureau',
    directors: 'Amina Nakato and Moses Okot',
    taxNumber: '',
  },
}
