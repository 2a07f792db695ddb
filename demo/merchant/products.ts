/** What the shop sells. The backend takes its prices from here; the pages only show them. */
export interface Product {
  readonly id: string;
  /** Smallest currency unit, VAT included. */
  readonly price: number;
  readonly name: Record<'en' | 'ar', string>;
  readonly note: Record<'en' | 'ar', string>;
}

export const currency = 'SAR';

export const products: readonly Product[] = [
  {
    id: 'cups',
    price: 8900,
    name: { en: 'Finjan cups', ar: 'فناجين قهوة' },
    note: { en: 'Six, hand-thrown stoneware', ar: 'ستة فناجين من الخزف اليدوي' },
  },
  {
    id: 'dallah',
    price: 24000,
    name: { en: 'Brass dallah', ar: 'دلّة نحاسية' },
    note: { en: '600 ml, tinned inside', ar: '٦٠٠ مل، مبيّضة من الداخل' },
  },
  {
    id: 'beans',
    price: 6200,
    name: { en: 'Khawlani beans', ar: 'بن خولاني' },
    note: { en: '250 g, light roast', ar: '٢٥٠ غ، تحميص فاتح' },
  },
  {
    id: 'cardamom',
    price: 2800,
    name: { en: 'Green cardamom', ar: 'هيل أخضر' },
    note: { en: '60 g, whole pods', ar: '٦٠ غ، حبوب كاملة' },
  },
  {
    id: 'dates',
    price: 7500,
    name: { en: 'Ajwa dates', ar: 'تمر عجوة' },
    note: { en: '500 g, from Madinah', ar: '٥٠٠ غ، من المدينة المنورة' },
  },
  {
    id: 'tray',
    price: 12000,
    name: { en: 'Olive-wood tray', ar: 'صينية خشب زيتون' },
    note: { en: '38 cm, oiled by hand', ar: '٣٨ سم، مدهونة يدويًا' },
  },
];

export const productById = (id: unknown) => products.find((product) => product.id === id);
