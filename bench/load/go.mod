module sallyport/load

go 1.26.0
