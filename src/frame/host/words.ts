/** What a page says while its frame does not. */
export interface FrameWords {
  /** The frame's name to a screen reader. */
  readonly title: string;
  readonly silent: string;
  readonly retry: string;
}

type Phrases = readonly [title: string, silent: string, retry: string];

const english: Phrases = [
  'Card payment',
  'The card form did not load. Check your connection and try again.',
  'Try again',
];

const words: Readonly<Record<string, Phrases>> = {
  ar: ['الدفع بالبطاقة', 'تعذّر تحميل نموذج البطاقة. تحقّق من اتصالك ثم أعد المحاولة.', 'إعادة المحاولة'],
  de: [
    'Kartenzahlung',
    'Das Kartenformular wurde nicht geladen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    'Erneut versuchen',
  ],
  es: [
    'Pago con tarjeta',
    'El formulario de la tarjeta no se ha cargado. Compruebe su conexión e inténtelo de nuevo.',
    'Reintentar',
  ],
  fa: ['پرداخت با کارت', 'فرم کارت بارگذاری نشد. اتصال خود را بررسی کنید و دوباره تلاش کنید.', 'تلاش دوباره'],
  fr: [
    'Paiement par carte',
    'Le formulaire de carte ne s’est pas chargé. Vérifiez votre connexion et réessayez.',
    'Réessayer',
  ],
  hi: ['कार्ड से भुगतान', 'कार्ड फ़ॉर्म लोड नहीं हुआ। अपना कनेक्शन जाँचें और फिर कोशिश करें।', 'फिर कोशिश करें'],
  id: [
    'Pembayaran kartu',
    'Formulir kartu tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
    'Coba lagi',
  ],
  tr: ['Kartla ödeme', 'Kart formu yüklenemedi. Bağlantınızı kontrol edip tekrar deneyin.', 'Tekrar dene'],
  ur: [
    'کارڈ سے ادائیگی',
    'کارڈ فارم لوڈ نہیں ہوا۔ اپنا کنکشن دیکھیں اور دوبارہ کوشش کریں۔',
    'دوبارہ کوشش کریں',
  ],
  zh: ['银行卡支付', '银行卡表单未能加载。请检查网络后重试。', '重试'],
};

export function frameWords(lang: string): FrameWords {
  const [title, silent, retry] = words[lang.toLowerCase().split('-')[0] ?? ''] ?? english;
  return { title, silent, retry };
}
