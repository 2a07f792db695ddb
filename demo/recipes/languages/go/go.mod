module shop.example/paycheckout

go 1.18
